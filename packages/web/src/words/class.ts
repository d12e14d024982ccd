import {
  type ClassTask,
  type HttpRefusal,
  LONGEST_CLASS_NAME,
  MOST_CLASSES,
  MOST_PUPILS,
  MOST_TASKS,
} from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'
import { chapterNamed } from '../models/learn/course/chapter-ids.ts'
import { LESSON_IDS } from '../models/learn/lesson-ids.ts'
import { describeAccountRefusal } from './account.ts'

/** Why a request about a class failed; an undefined refusal means that there was no answer. */
export function describeClassRefusal(t: Translate, refusal: HttpRefusal | undefined): string {
  switch (refusal?.code) {
    case 'notTeacher':
    case 'unknownClass':
    case 'unknownPupil':
    case 'notOffered':
      return t(`class.refusal.${refusal.code}`)
    case 'tooManyClasses':
      return t('class.refusal.tooManyClasses', { most: MOST_CLASSES })
    case 'tooManyPupils':
      return t('class.refusal.tooManyPupils', { most: MOST_PUPILS })
    case 'tooManyTasks':
      return t('class.refusal.tooManyTasks', { most: MOST_TASKS })
    case 'badClassName':
      return t('class.refusal.badClassName', { most: LONGEST_CLASS_NAME })
    default: {
      const why = describeAccountRefusal(t, refusal)
      const name = refusal?.code === 'accountClosed' ? undefined : refusal?.why
      return name === undefined ? why : t('class.refusal.named', { name, why })
    }
  }
}

/** A task in words. */
export function describeTask(t: Translate, task: ClassTask): string {
  switch (task.kind) {
    case 'lesson': {
      const id = LESSON_IDS.find((each) => each === task.lesson)
      const title = id === undefined ? task.lesson : t(`learn.lessons.${id}.title`)
      return t('class.tasks.lesson', { title })
    }
    case 'chapter': {
      const id = chapterNamed(task.chapter)
      const title = id === undefined ? task.chapter : t(`chapters.${id}`)
      return t('class.tasks.chapter', { title })
    }
    case 'puzzles':
      return t('class.tasks.puzzles', { count: task.count })
    case 'level':
      return t('class.tasks.level', { level: task.level })
  }
}

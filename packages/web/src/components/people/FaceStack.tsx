import type { Color } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import './faces.css'

interface FaceStackProps {
  readonly side: Color
  /** Pieces in the stack. */
  readonly height: number
  /** What is on the top piece, whose place on the picture it is given. */
  readonly children: (top: number) => ComponentChildren
}

/** A stack of pieces whose top piece is a face. */
export function FaceStack({ side, height, children }: FaceStackProps) {
  const top = 22 - 2 * height
  return (
    <svg
      class={`bot-face bot-face-${side}`}
      viewBox="-1 -1 50 50"
      width="48"
      height="48"
      aria-hidden="true"
    >
      {Array.from({ length: height }, (_, below) => (
        <circle key={below} class="bot-rim" cx="24" cy={30 - 2 * below} r="18" />
      ))}
      <circle class="bot-disc" cx="24" cy={top + 8} r="18" />
      <circle class="bot-line" cx="24" cy={top + 8} r="15" />
      {children(top)}
    </svg>
  )
}

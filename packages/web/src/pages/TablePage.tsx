import { useState } from 'preact/hooks'
import { TableClockScreen } from '../components/local/TableClockScreen.tsx'
import { TableCountScreen } from '../components/local/TableCountScreen.tsx'
import { TableLayout } from '../components/local/TableLayout.tsx'
import { createTable } from '../models/local/table-game.ts'
import { useServices } from '../services.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import '../components/local/table.css'

/** A game with wooden pieces: its layout, its clock, and the count of its points. */
export function TablePage({ id = '' }: { id?: string }) {
  const { deviceStorage, randomBytes } = useServices()
  const [table] = useState(() => createTable(deviceStorage, randomBytes))
  switch (id) {
    case '':
      return <TableLayout table={table} />
    case 'clock':
      return <TableClockScreen table={table} />
    case 'count':
      return <TableCountScreen table={table} />
    default:
      return <NotFoundPage />
  }
}

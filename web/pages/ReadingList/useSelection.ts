import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { useKeptInput } from '../../shared/keptInput.ts'

/** The papers selected on the reading list, by item id. Selected papers stay selected on other tabs. */
export function useSelection() {
  const [selected, setSelected] = useKeptInput<ReadonlySet<string>>('selected papers', () => new Set())
  const announce = useAnnounce()
  const set = (next: ReadonlySet<string>) => {
    setSelected(next)
    announce(next.size === 0 ? 'Nothing selected' : `${next.size} selected`)
  }
  return {
    selected,
    toggle: (id: string) =>
      set(selected.has(id) ? new Set([...selected].filter((one) => one !== id)) : new Set([...selected, id])),
    select: (ids: readonly string[]) => set(new Set(ids)),
  }
}

import { limits } from '@portico/shared/words/limits'
import { trpc } from '../../api/trpc.ts'

/** Lists the workshops that the user has access to, cached for 10 minutes (shared/spec/product.md#times). */
export function useWorkshops() {
  return trpc.workshops.getWorkshopList.useQuery(undefined, { staleTime: limits.workshopCacheMs })
}

/** Returns a function that gives a workshop's title: its name where the user has no access to it, and until the titles are loaded. */
export function useWorkshopTitles(): (name: string) => string {
  const { data: workshops } = useWorkshops()
  return (name) => workshops?.find((workshop) => workshop.name === name)?.title ?? name
}

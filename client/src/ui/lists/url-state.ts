import { useSearchParams } from 'wouter'

/** Where the list begins, kept in the address as `offset`; anything that is no such number counts as 0. */
export function useOffset(): [offset: number, setOffset: (offset: number) => void] {
  const [params, setParams] = useSearchParams()
  const text = params.get('offset') ?? ''
  const offset = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return [offset, (next) => setParams((before) => withParam(before, 'offset', next > 0 ? String(next) : ''))]
}

/** What is looked for, kept in the address as `query`. A change goes back to the first page. */
export function useQueryText(): [query: string, setQuery: (query: string) => void] {
  const [params, setParams] = useSearchParams()
  const setQuery = (next: string) => setParams((before) => withParam(withParam(before, 'offset', ''), 'query', next), { replace: true })
  return [params.get('query') ?? '', setQuery]
}

/** A choice kept in the address under `name`; undefined when it is not there. A change goes back to the first page. */
export function useUrlChoice(name: string): [value: string | undefined, setValue: (value: string) => void] {
  const [params, setParams] = useSearchParams()
  return [params.get(name) ?? undefined, (next) => setParams((before) => withParam(withParam(before, 'offset', ''), name, next))]
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

import { useSearchParams } from 'wouter'

/** Where the list begins, kept in the address as `offset`; anything that is no such number counts as 0. What was open closes on another page. */
export function useOffset(): [offset: number, setOffset: (offset: number) => void] {
  const [params, setParams] = useSearchParams()
  const text = params.get('offset') ?? ''
  const offset = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return [offset, (next) => setParams((before) => withParam(withParam(before, 'open', ''), 'offset', next > 0 ? String(next) : ''))]
}

/** What is looked for, kept in the address as `query`. A change goes back to the first page. */
export function useQueryText(): [query: string, setQuery: (query: string) => void] {
  const [params, setParams] = useSearchParams()
  const setQuery = (next: string) => setParams((before) => withParam(onFirstPage(before), 'query', next), { replace: true })
  return [params.get('query') ?? '', setQuery]
}

/** A choice kept in the address under `name`; undefined when it is not there. A change goes back to the first page. */
export function useUrlChoice(name: string): [value: string | undefined, setValue: (value: string) => void] {
  const [params, setParams] = useSearchParams()
  return [params.get(name) ?? undefined, (next) => setParams((before) => withParam(onFirstPage(before), name, next))]
}

/** A part of the address by itself, like what is open; a change leaves the rest and the way back as they are. */
export function useUrlPart(name: string): [value: string | undefined, setValue: (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  return [params.get(name) ?? undefined, (next) => setParams((before) => withParam(before, name, next ?? ''), { replace: true })]
}

function onFirstPage(params: URLSearchParams): URLSearchParams {
  return withParam(withParam(params, 'offset', ''), 'open', '')
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

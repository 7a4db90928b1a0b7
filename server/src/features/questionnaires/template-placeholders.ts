/** Facts about a respondent that a template may show, in the order in which they are listed to users. */
export const respondentFacts = [
  'anonymousId',
  'date',
  'language',
  'agency',
  'checkInTime',
  'seatTime',
  'rowNumber',
  'initialFlag',
  'currentFlag',
  'initialRedFlagAnswerCount',
  'currentRedFlagAnswerCount',
  'redIdentifiers',
  'status',
  'decidedTime',
  'waitingDays',
  'lastCallOutcome',
  'lastCallTime',
  'notes',
] as const
export type RespondentFact = (typeof respondentFacts)[number]

/** Facts about the export itself; the only ones allowed above and below the answer row. */
export const exportFacts = ['workshopName', 'exportedAt', 'respondentCount'] as const
export type ExportFact = (typeof exportFacts)[number]

/**
 * What a `{{…}}` of a template refers to (shared/spec/questionnaire-files.md#template-file). The caller checks whether the question exists.
 */
export type Placeholder =
  | { readonly kind: 'answer' | 'flag'; readonly identifier: string }
  /** Without a language: the questionnaire's default language. */
  | { readonly kind: 'label'; readonly identifier: string; readonly language?: string }
  | { readonly kind: 'respondent'; readonly name: RespondentFact }
  | { readonly kind: 'export'; readonly name: ExportFact }

/** A part of a cell: plain text, a placeholder, a placeholder with an unknown name or property, or unbalanced braces. */
export type TemplateSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly inner: string; readonly placeholder: Placeholder }
  | { readonly kind: 'unknown'; readonly inner: string; readonly part: 'name' | 'property' }
  | { readonly kind: 'broken'; readonly fault: 'open' | 'empty' }

/** Splits the text of a cell into segments. White space just inside the braces is ignored. Never throws: faults are segments. */
export function parseSegments(text: string): TemplateSegment[] {
  const segments: TemplateSegment[] = []
  let from = 0
  while (from < text.length) {
    const open = text.indexOf('{{', from)
    const plain = open < 0 ? text.slice(from) : text.slice(from, open)
    if (plain.includes('}}')) segments.push({ kind: 'broken', fault: 'open' })
    else if (plain !== '') segments.push({ kind: 'text', text: plain })
    if (open < 0) break
    const close = text.indexOf('}}', open + 2)
    const inner = close < 0 ? undefined : text.slice(open + 2, close)
    if (inner === undefined || /[{}]/.test(inner)) {
      segments.push({ kind: 'broken', fault: 'open' })
      from = skipBroken(text, open, close)
    } else {
      segments.push(parseSegment(inner.trim()))
      from = close + 2
    }
  }
  return segments
}

/** Whether the text contains placeholders, including broken ones. */
export function hasBraces(text: string): boolean {
  return text.includes('{{') || text.includes('}}')
}

/** Returns the placeholder of a cell that contains exactly one and no other text; undefined otherwise. */
export function singlePlaceholder(segments: readonly TemplateSegment[]): Placeholder | undefined {
  const marked = segments.filter((segment) => segment.kind !== 'text' || segment.text.trim() !== '')
  const [only] = marked
  return marked.length === 1 && only?.kind === 'placeholder' ? only.placeholder : undefined
}

/** The text of a cell that may contain placeholders, with its row number. */
export interface MarkedText {
  readonly row: number
  readonly segments: readonly TemplateSegment[]
}

/**
 * Returns the row to repeat for every respondent: the first with an answer or, on a sheet without answers, the first with a fact about a
 * respondent. Undefined if the sheet has neither. Expects the texts in sheet order.
 */
export function findAnswerRow(texts: readonly MarkedText[]): number | undefined {
  const answers = texts.find(({ segments }) => segments.some(refersToAnswer))
  return (answers ?? texts.find(({ segments }) => segments.some(refersToRespondent)))?.row
}

/** Whether the segment refers to an answer, its label or its flag. */
export function refersToAnswer(segment: TemplateSegment): boolean {
  return segment.kind === 'placeholder' && !refersToRespondent(segment) && segment.placeholder.kind !== 'export'
}

/** Whether the segment is a `$` fact about a respondent. */
export function refersToRespondent(segment: TemplateSegment): boolean {
  return segment.kind === 'placeholder' && segment.placeholder.kind === 'respondent'
}

function skipBroken(text: string, open: number, close: number): number {
  const next = text.indexOf('{{', open + 2)
  if (next >= 0 && (close < 0 || next < close)) return next
  if (close < 0) return text.length
  return text[close + 2] === '}' ? close + 3 : close + 2
}

function parseSegment(inner: string): TemplateSegment {
  if (inner === '') return { kind: 'broken', fault: 'empty' }
  const isFact = inner.startsWith('$')
  const placeholder = isFact ? parseFact(inner.slice(1)) : parseAnswer(inner)
  return placeholder ? { kind: 'placeholder', inner, placeholder } : { kind: 'unknown', inner, part: isFact ? 'name' : 'property' }
}

function parseFact(name: string): Placeholder | undefined {
  const ofRespondent = respondentFacts.find((fact) => fact === name)
  if (ofRespondent) return { kind: 'respondent', name: ofRespondent }
  const ofExport = exportFacts.find((fact) => fact === name)
  return ofExport && { kind: 'export', name: ofExport }
}

function parseAnswer(inner: string): Placeholder | undefined {
  const dot = inner.indexOf('.')
  if (dot < 0) return { kind: 'answer', identifier: inner }
  const identifier = inner.slice(0, dot)
  const property = inner.slice(dot + 1)
  if (identifier === '') return undefined
  if (property === 'flag') return { kind: 'flag', identifier }
  if (property === 'label') return { kind: 'label', identifier }
  const language = property.startsWith('label:') ? property.slice('label:'.length) : ''
  return language === '' ? undefined : { kind: 'label', identifier, language }
}

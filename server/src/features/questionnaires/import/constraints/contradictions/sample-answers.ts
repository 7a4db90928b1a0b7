import { numberOf } from '@portico/shared/rules/conditions'
import { dayAfter, isCalendarDay } from '@portico/shared/rules/days'
import { formatDecimal } from '../expression.ts'
import { areFreeTexts, dayNumber, type PossibleValues, type Questions, remembered, valuesOfSteps } from '../possible-values.ts'

/** The day that stands for today where nothing depends on it. */
export const today = '2000-01-01'

const somethingElse = 'something else'

/**
 * Returns possible answers, among them one for each way to pass or fail comparisons with these texts; undefined if they cannot be listed.
 */
export function samplesOf(identifier: string, constants: ReadonlySet<string>, questions: Questions): readonly string[] | undefined {
  const [values] = valuesOfSteps([{ answerTo: identifier }], questions)
  if (!values) return undefined
  const days = [...constants].filter(isCalendarDay)
  const plain = [...constants].map(numberOf).filter(Number.isFinite)
  // A calculation takes days for numbers.
  if (values.kinds.has('date') && plain.length > 0) return undefined
  const numbers = [...plain, ...days.map(dayNumber)]
  const { kinds } = values
  const isFree = areFreeTexts(values)
  const isMentioned = (text: string) => constants.has(text)
  const texts = values.several === undefined ? textSamples(values, constants, numbers) : [...values.texts, ...constants]
  const words = [...constants].filter((text) => text !== '' && (values.texts.has(text) || isFree))
  const others = isFree ? [somethingElse] : [...values.texts].filter((text) => !isMentioned(text)).slice(0, 2)
  // Words that are joined are all selected.
  const joined = isFree || values.several !== undefined ? combinations(words, others) : []
  if (!joined) return undefined
  return [
    '',
    ...texts,
    ...joined,
    ...(isFree ? [...constants, ...numberSamples(numbers).flatMap(writtenInTwoWays)] : []),
    ...(isFree || kinds.has('date') ? [today, ...days.flatMap((day) => [-1, 0, 1].map((by) => dayAfter(day, by)))] : []),
    ...(kinds.has('time') ? [...constants, ...times.filter((time) => !isMentioned(time)).slice(0, 1)] : []),
    ...(values.numbers ? numberSamples([...numbers, ...values.numbers.filter(Number.isFinite)]).filter(isWithin(values.numbers)) : []),
  ]
}

const times = Array.from({ length: 60 }, (_, minute) => `12:${String(minute).padStart(2, '0')}`)

function writtenInTwoWays(number: string): string[] {
  return [number, number.includes('.') ? `${number}0` : `${number}.0`]
}

/** Returns the texts that are compared or have a word that is, days, numbers, and one of the others, which all compare alike. */
function textSamples({ texts }: PossibleValues, constants: ReadonlySet<string>, numbers: readonly number[]): string[] {
  const { days, phrases, notNumbers, sortedNumbers } = formsOf(texts)
  const isMentioned = (text: string) => constants.has(text) || text.split(' ').some((word) => constants.has(word))
  const other = notNumbers.find((text) => !isMentioned(text))
  return [
    ...texts.intersection(constants),
    ...days,
    ...phrases.filter(isMentioned),
    ...numbersAround(sortedNumbers, numbers),
    ...(other === undefined ? [] : [other]),
  ]
}

interface NumberText {
  readonly text: string
  readonly number: number
}

const formsOf = remembered((texts) => {
  const all = [...texts]
  const numbers = all.map((text): NumberText => ({ text, number: numberOf(text) })).filter(({ number }) => Number.isFinite(number))
  return {
    days: all.filter(isCalendarDay),
    phrases: all.filter((text) => text.includes(' ')),
    notNumbers: all.filter((text) => !Number.isFinite(numberOf(text))),
    sortedNumbers: numbers.toSorted((one, other) => one.number - other.number),
  }
})

/** Returns those that equal one of these numbers, and those next to them. */
function numbersAround(sorted: readonly NumberText[], numbers: readonly number[]): string[] {
  const near = numbers.flatMap((bound) => {
    const [from, to] = [countBelow(sorted, (number) => number < bound), countBelow(sorted, (number) => number <= bound)]
    return sorted.slice(Math.max(0, from - 1), to + 1)
  })
  return (numbers.length === 0 ? sorted.slice(0, 1) : near).map(({ text }) => text)
}

/** Returns how many come before those of which this no longer holds, found by halving. */
function countBelow(sorted: readonly NumberText[], isBelow: (number: number) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(sorted[middle]?.number ?? NaN)) low = middle + 1
    else high = middle
  }
  return low
}

const maxMentioned = 6

/** Returns each selection of these words, alone and with one or both of the others; undefined if there are too many. */
function combinations(words: readonly string[], [other, another]: readonly string[]): string[] | undefined {
  if (words.length > maxMentioned) return undefined
  const chosen = words.reduce<string[][]>((sum, word) => [...sum, ...sum.map((before) => [...before, word])], [[]])
  const withOthers = [[other], [other, another]].filter((more) => more.every((one) => one !== undefined))
  return [[], ...withOthers].flatMap((more) => chosen.map((before) => [...before, ...more].join(' ')))
}

/** Returns these numbers, and those next to and between them. */
function numberSamples(numbers: readonly number[]): string[] {
  const sorted = numbers.toSorted((one, other) => one - other)
  const between = sorted.slice(1).map((number, place) => (number + (sorted[place] ?? number)) / 2)
  return [0, ...between, ...sorted.flatMap((number) => [number - 1, number - 0.5, number, number + 0.5, number + 1])].map(formatDecimal)
}

function isWithin([least, greatest]: readonly [number, number]) {
  return (text: string) => Number(text) >= least && Number(text) <= greatest
}

import { templatePlaces, templateTexts, type TemplateKind, type TemplateTexts } from '../words/message-templates.ts'
import { limits } from '../words/limits.ts'

/** Returns the faults that prevent texts from being published, by key; empty if there are none (shared/spec/contract.md#messages). */
export function faultsOfTemplate(kind: TemplateKind, texts: TemplateTexts): { readonly key: string; readonly fault: string }[] {
  const keys: readonly string[] = templateTexts[kind]
  // Texts from before text messages have no short one; the shipped one is used.
  const needed = keys.filter((key) => key !== 'short' || texts[key] !== undefined)
  const missing = needed.filter((key) => !texts[key]?.trim()).map((key) => ({ key, fault: 'Required' }))
  const written = Object.entries(texts).flatMap(([key, text]) => {
    const fault = keys.includes(key) ? faultOf(key, text) : 'This e-mail has no such text'
    return fault === undefined ? [] : { key, fault }
  })
  return [...missing, ...written]
}

function faultOf(key: string, text: string): string | undefined {
  const places = [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, place = '']) => place)
  const unknown = places.find((place) => !templatePlaces.includes(place))
  if (unknown !== undefined) return `There is nothing to put in place of {{${unknown}}}`
  if (/[{}]/.test(text.replaceAll(/\{\{.*?\}\}/g, ''))) return 'A placeholder looks like {{workshop}}'
  if (key === 'subject' && !places.includes('workshop')) return 'Name the workshop: {{workshop}}'
  const most = key === 'short' ? limits.shortTextMax : limits.templateTextMax
  return text.length > most ? `Write at most ${most} characters` : undefined
}

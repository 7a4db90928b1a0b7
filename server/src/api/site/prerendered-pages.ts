import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLanguage, languageCodes, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { storeBody, type StoredBody } from './stored-body.ts'

const originMark = 'https://portico.invalid'

/** The language preferences in a request. */
export interface LanguagePreferences {
  /** From the URL, as in links of search engines or shared links. */
  readonly query: unknown
  /** The language chosen earlier. */
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
}

/**
 * The prerendered pages, `<folder>/<language>/<page>.html`, where `[name]` matches any path segment; empty if the folder does not exist. On
 * first use, the portal's URL is inserted into a page and the page is compressed; then it is cached.
 */
export class PrerenderedPages {
  readonly #folder: string
  readonly #publicUrl: string
  readonly #files: ReadonlyMap<string, string>
  readonly #completed = new Map<string, Promise<StoredBody>>()

  constructor(folder: string, publicUrl: string) {
    this.#folder = folder
    this.#publicUrl = publicUrl.replace(/\/+$/, '')
    const english = join(folder, defaultLanguage)
    const found = existsSync(english) ? readdirSync(english, { recursive: true, encoding: 'utf8' }) : []
    this.#files = new Map(found.filter((file) => file.endsWith('.html')).map((file) => [addressOf(file), file]))
  }

  /** Returns the paths of the pages, as routes: `/`, `/events`, `/questionnaires/:name` and so on. */
  paths(): string[] {
    return [...this.#files.keys()].toSorted()
  }

  /** Returns the page at this path; undefined if it is not prerendered. */
  page(path: string, language: LanguageCode): Promise<StoredBody> | undefined {
    const file = this.#files.get(path)
    if (!file) return undefined
    const name = `${language}/${file}`
    const page = this.#completed.get(name) ?? this.#complete(name)
    this.#completed.set(name, page)
    // A failed read is not cached, so that the next request tries again.
    page.catch(() => this.#completed.delete(name))
    return page
  }

  /** Returns the sitemap of the pages for search engines, each with its languages. */
  sitemap(): string {
    const entry = (path: string, code?: LanguageCode) => `${this.#publicUrl}${path}${code ? `?language=${code}` : ''}`
    const alternates = (path: string) =>
      languageCodes.map((code) => `    <xhtml:link rel="alternate" hreflang="${code}" href="${entry(path, code)}"/>`).join('\n')
    const whole = this.paths().filter((path) => !path.includes(':'))
    const urls = whole.flatMap((path) =>
      languageCodes.map((code) => {
        const address = entry(path, code === defaultLanguage ? undefined : code)
        return `  <url>\n    <loc>${address}</loc>\n${alternates(path)}\n  </url>`
      }),
    )
    const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${urls.join('\n')}\n</urlset>\n`
  }

  sitemapUrl(): string {
    return `${this.#publicUrl}/sitemap.xml`
  }

  async #complete(name: string): Promise<StoredBody> {
    const html = await readFile(join(this.#folder, name), 'utf8')
    return storeBody(Buffer.from(html.replaceAll(originMark, this.#publicUrl)))
  }
}

function addressOf(file: string): string {
  if (file === 'index.html') return '/'
  return `/${file
    .slice(0, -'.html'.length)
    .replaceAll('\\', '/')
    .replaceAll(/\[(\w+)\]/g, ':$1')}`
}

/**
 * Returns the language of a page: the one in the URL, else the one chosen earlier, else the supported language that the browser prefers,
 * else English.
 */
export function languageFor({ query, cookie, acceptLanguage }: LanguagePreferences): LanguageCode {
  const named = [query, cookie].find((tag) => typeof tag === 'string' && languageOf(tag) !== undefined)
  if (typeof named === 'string') return languageOf(named)?.code ?? defaultLanguage
  for (const tag of preferredTags(acceptLanguage ?? '')) {
    const language = languageOf(tag)
    if (language) return language.code
  }
  return defaultLanguage
}

/** Returns the tags of a header such as `es-MX,es;q=0.9,en;q=0.5`, most preferred first, without the refused ones. */
function preferredTags(header: string): string[] {
  const named = header.split(',').map((part) => {
    const [name = '', ...settings] = part.split(';').map((setting) => setting.trim())
    const weight = settings.find((setting) => setting.startsWith('q='))
    return { name: name.toLowerCase(), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return named
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ name }) => name)
}

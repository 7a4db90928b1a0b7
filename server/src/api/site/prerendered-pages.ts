import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLanguage, languageCodes, languageOf, type LanguageCode } from '@portico/shared/words/languages'
import { storeBody, type StoredBody } from './stored-body.ts'

const originMark = 'https://portico.invalid'

/** What a request says of the language that its reader wants. */
export interface LanguageWishes {
  /** In the address: where a search engine or a shared link leads. */
  readonly query: unknown
  /** Chosen before. */
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
}

/**
 * The prerendered pages, `<folder>/<language>/<page>.html`, where `[name]` stands for any part of an address; none when there are none. Each is completed with the
 * portal's own address and compressed when it is first asked for, and then kept.
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

  /** The addresses of the pages, as routes: `/`, `/events`, `/questionnaires/:name` and so on. */
  paths(): string[] {
    return [...this.#files.keys()].toSorted()
  }

  /** The page at this address; undefined when it is none of the prerendered ones. */
  page(path: string, language: LanguageCode): Promise<StoredBody> | undefined {
    const file = this.#files.get(path)
    if (!file) return undefined
    const name = `${language}/${file}`
    const page = this.#completed.get(name) ?? this.#complete(name)
    this.#completed.set(name, page)
    // What could not be read now may be read the next time.
    page.catch(() => this.#completed.delete(name))
    return page
  }

  /** A map of the pages for search engines, each with its languages. */
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

/** The language of a page: that of the address, else the one chosen before, else the browser's first that Portico speaks, else English. */
export function languageFor({ query, cookie, acceptLanguage }: LanguageWishes): LanguageCode {
  const named = [query, cookie].find((tag) => typeof tag === 'string' && languageOf(tag) !== undefined)
  if (typeof named === 'string') return languageOf(named)?.code ?? defaultLanguage
  for (const tag of byPreference(acceptLanguage ?? '')) {
    const language = languageOf(tag)
    if (language) return language.code
  }
  return defaultLanguage
}

/** What a header like `es-MX,es;q=0.9,en;q=0.5` names, the most wanted first; without what it refuses. */
function byPreference(header: string): string[] {
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

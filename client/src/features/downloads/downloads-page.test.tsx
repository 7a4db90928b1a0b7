import type { DownloadItem } from '@portico/shared/contract/downloads'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { pageOf } from '../../../test/respondents.ts'
import { renderPage } from '../../../test/render-page.tsx'
import type { Calls } from '../../../test/stubbed-link.ts'
import { contentText, kindText } from './download-row.tsx'
import { DownloadsPage } from './downloads-page.tsx'
import { rangeOf } from './time-range-form.tsx'

const workshops = [
  { name: 'autumn_day', title: 'Autumn day', eventDate: null, isDefault: false, registrationOpen: false },
  { name: 'spring_day', title: 'Spring day', eventDate: null, isDefault: true, registrationOpen: true },
]

function item(part: Partial<DownloadItem> = {}): DownloadItem {
  return {
    downloadId: 1,
    workshopName: 'spring_day',
    status: 'running',
    info: { flavor: 'all' },
    format: 'xlsx',
    notes: false,
    columns: [],
    progress: { done: 120, total: 480 },
    initiatedAtUTC: '2025-04-01T09:00:00.000Z',
    requester: 'Adam Admin',
    cancelledTimestampUTC: null,
    finishedTimestampUTC: null,
    failure: null,
    ...part,
  }
}

const completed = item({ status: 'completed', progress: { done: 480, total: 480 }, finishedTimestampUTC: new Date().toISOString() })

function calls(more: Calls = {}): Calls {
  return { 'workshops.getWorkshopList': () => workshops, 'downloads.getDownloadList': () => pageOf([], { batchSize: 5 }), ...more }
}

describe('DownloadsPage', () => {
  it('lists the downloads of the default workshop, five per page, with an empty state', async () => {
    const requests: unknown[] = []
    const more: Calls = {
      'downloads.getDownloadList': (input) => {
        requests.push(input)
        return pageOf([])
      },
    }
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls(more) })
    expect(await screen.findByText('No downloads')).toBeDefined()
    expect(requests).toEqual([{ workshopName: 'spring_day', pagination: { offset: 0, count: 5 } }])
  })

  it('requests a download with the button of its flavor and reloads the list', async () => {
    const sent: unknown[] = []
    let items: DownloadItem[] = []
    const more: Calls = {
      'downloads.getDownloadList': () => pageOf(items),
      'downloads.enqueueDownload': (input) => {
        sent.push(input)
        items = [item({ status: 'not-started', info: { flavor: 'undownloaded' } })]
        return item()
      },
    }
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls(more) })
    await screen.findByText('No downloads')
    for (const name of ['Agency', 'Status', 'Agency']) fireEvent.click(screen.getByRole('checkbox', { name }))
    fireEvent.click(screen.getByRole('button', { name: 'Undownloaded' }))
    expect(await screen.findByText('Waiting to start')).toBeDefined()
    const asked = { configuration: { flavor: 'undownloaded' }, format: 'xlsx', notes: false, columns: ['status'] }
    expect(sent).toEqual([{ workshop: { name: 'spring_day' }, ...asked }])
  })

  it('polls every five seconds while a download is unfinished', async () => {
    let requests = 0
    let items = [item()]
    const more: Calls = {
      'downloads.getDownloadList': () => {
        requests += 1
        return pageOf(items)
      },
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      await renderPage(<DownloadsPage />, { as: 'adam', calls: calls(more) })
      await vi.waitFor(() => expect(screen.getByText('Running: 120 of 480')).toBeDefined())
      expect(screen.getByRole('progressbar')).toHaveProperty('value', 120)
      expect(requests).toBe(1)
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      expect(requests).toBe(2)
      items = [completed]
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      expect(requests).toBe(3)
      expect(screen.getByText('480 respondents')).toBeDefined()
      await act(() => vi.advanceTimersByTimeAsync(60_000))
      expect(requests).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('cancels a running download', async () => {
    const cancelled: unknown[] = []
    const more: Calls = {
      'downloads.getDownloadList': () =>
        pageOf([cancelled.length > 0 ? item({ status: 'cancelled', cancelledTimestampUTC: '2025-04-01T09:01:00.000Z' }) : item()]),
      'downloads.cancelDownload': (input) => {
        cancelled.push(input)
        return item()
      },
    }
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls(more) })
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel All' }))
    expect(await screen.findByText('Cancelled')).toBeDefined()
    expect(cancelled).toEqual([{ id: 1 }])
  })

  it('shows why a download failed', async () => {
    const failed = item({ status: 'failed', failure: { timestampUTC: '2025-04-01T09:01:00.000Z', message: 'The template is gone.' } })
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls({ 'downloads.getDownloadList': () => pageOf([failed]) }) })
    expect(await screen.findByText('The template is gone.')).toBeDefined()
  })

  it('reports that a file cannot be retrieved', async () => {
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls({ 'downloads.getDownloadList': () => pageOf([completed]) }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Download All' }))
    await waitFor(() => expect(screen.getByText('Failed to retrieve file')).toBeDefined())
  })

  it.each([
    ['reports that nobody is new instead of offering an empty file', { flavor: 'undownloaded' }, 0, 'Nobody new'],
    ['control: offers a file with respondents', { flavor: 'undownloaded' }, 1, '1 respondent'],
    ['control: offers a file of everyone even if it is empty', { flavor: 'all' }, 0, '0 respondents'],
  ] as const)('%s', async (_what, info, done, said) => {
    const items = [{ ...completed, info, progress: { done, total: done } }]
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls({ 'downloads.getDownloadList': () => pageOf(items) }) })
    expect(await screen.findByText(said)).toBeDefined()
    expect(screen.queryAllByRole('button', { name: /^Download / })).toHaveLength(said === 'Nobody new' ? 0 : 1)
  })

  it('disables the download button seven days after the download finished', async () => {
    const old = { ...completed, finishedTimestampUTC: '2025-04-01T09:01:00.000Z' }
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls({ 'downloads.getDownloadList': () => pageOf([old]) }) })
    expect((await screen.findByRole('button', { name: 'Download All' })).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the time range of a download', () => {
  it('runs from the start of the first day to the start of the day after the last', () => {
    expect(rangeOf({ from: '2025-04-01', to: '2025-04-30' })).toEqual({
      start: new Date(2025, 3, 1).toISOString(),
      end: new Date(2025, 4, 1).toISOString(),
    })
    expect(rangeOf({ from: '', to: '2025-12-31' })).toEqual({ end: new Date(2026, 0, 1).toISOString() })
  })

  it('must have at least one day, and the first before the last', async () => {
    await renderPage(<DownloadsPage />, { as: 'adam', calls: calls() })
    fireEvent.click(await screen.findByRole('button', { name: 'Only responses from certain days' }))
    fireEvent.click(screen.getByRole('button', { name: 'These days' }))
    expect(await screen.findByText('Enter a first day, a last day or both')).toBeDefined()
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2025-04-02' } })
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2025-04-01' } })
    fireEvent.click(screen.getByRole('button', { name: 'These days' }))
    expect(await screen.findByText('The last day is before the first')).toBeDefined()
  })

  it('is described in words', () => {
    expect(contentText({ flavor: 'undownloaded' })).toBe('Undownloaded')
    expect(kindText(item({ format: 'csv', columns: ['status'], notes: true }))).toBe('Plain table (.csv), with status, notes')
    expect(contentText({ start: '2025-04-01T09:00:00.000Z' })).toMatch(/^From Apr 1, 2025/)
  })
})

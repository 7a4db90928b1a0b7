import { Loading } from '../ui/feedback/skeleton.tsx'

/** A Loading... indicator in place of the page. */
export function PageLoading() {
  return (
    <div className="mx-auto min-h-dvh w-full max-w-page px-4 md:px-6">
      <Loading />
    </div>
  )
}

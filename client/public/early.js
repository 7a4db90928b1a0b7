// What cannot wait for the page's own code: on a slow connection that takes seconds, during which a prerendered page looks finished.

// Remembers the button that was last pressed; client/src/layout/hydration.ts presses it when React listens.
addEventListener('click', rememberPress, true)

function rememberPress(event) {
  window.earlyPress = { button: event.target.closest?.('button[type="button"]') ?? undefined, forget }
}

function forget() {
  removeEventListener('click', rememberPress, true)
  delete window.earlyPress
}

window.earlyPress = { button: undefined, forget }

// Asks what a questionnaire and the list of them begin with asking; client/src/api/rest.ts takes the answers.
const page = /^\/(?:citizenship|questionnaires|workshops\/[^/]+\/questionnaire)(?:\/([^/]+))?$/.exec(location.pathname)
window.earlyAnswers = new Map()
if (page) ask('workshops/getOpenWorkshopList', {})
if (page?.[1])
  ask('questionnaires/getQuestionnaireByNameAndLanguageCode', {
    name: decodeURIComponent(page[1]),
    languageCode: document.documentElement.lang,
  })

function ask(path, input) {
  const body = JSON.stringify(input)
  const headers = { 'content-type': 'application/json' }
  const response = fetch(`/api/${path}`, { method: 'POST', headers, credentials: 'same-origin', body })
  // Whoever takes it hears of a failure.
  response.catch(() => {})
  window.earlyAnswers.set(path, { body, response, askedAt: performance.now() })
}

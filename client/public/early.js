// Runs before the app is loaded: on a slow connection that takes seconds, during which a prerendered page already looks finished.

// Remembers the last button pressed; client/src/layout/hydration.ts presses it again once React is listening.
addEventListener('click', rememberPress, true)

function rememberPress(event) {
  window.earlyPress = { button: event.target.closest?.('button[type="button"]') ?? undefined, forget }
}

function forget() {
  removeEventListener('click', rememberPress, true)
  delete window.earlyPress
}

window.earlyPress = { button: undefined, forget }

// Sends the first requests of the questionnaire pages early; client/src/api/rest.ts takes the responses.
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
  // Avoids an unhandled rejection; the consumer of this promise still sees the error.
  response.catch(() => {})
  window.earlyAnswers.set(path, { body, response, askedAt: performance.now() })
}

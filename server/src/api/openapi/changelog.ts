/** What programs can do since when, newest first; the tests see that nothing they rely on goes away. */
export const apiChangelog: readonly { readonly date: string; readonly changes: readonly string[] }[] = [
  {
    date: '2026-11-22',
    changes: [
      'Translators: `translates` and `signsOffTranslations` of accounts and invitations; an invitation can be for `translator`.',
      'The rules of a new version for the open cases of earlier ones: `responses/previewNewRules`, `applyNewRules`.',
      '`questionnaires/checkFiles` says which answers are red, and what changes from the published version.',
      '`Accept: application/x-ndjson` and `text/csv`: lists of any length as streams of rows.',
      'Drafts of questionnaires shared by link and tried: `questionnaires/shareForReview`, `openReview`, `judgeReview`.',
      'API tokens can be given the versions and trials of questionnaires, the boards and reports of a workshop day, and who holds another date or place.',
      '`ifVersion` of `workshops/saveWorkshop`, `agency/saveAgency` and `admin/updateAccount`: nobody overwrites what another admin saved meanwhile.',
      '`workshops/syncCheckIns` takes moves between stations too; `workshops/getDoorList` has the stations and where people are.',
      'Test workshops, left out of counts and deleted whole: `test` of `workshops/saveWorkshop`, `workshops/deleteTestWorkshop`.',
      'Single sign-on for staff: `auth/singleSignOn/getProvider` and the calls beside it.',
      'Webhooks, signed after Standard Webhooks: `webhooks/createWebhook` and the calls beside it.',
      'API tokens with calls, workshops, agencies and addresses of their own: `admin/createApiToken`.',
      '`responses/getChanges`: who arrived, changed or was deleted since a cursor.',
      '`Prefer: handling=strict` gives refusals a 4xx status.',
      'Translations with sign-offs, published as the next version: `translations/getTranslations` and the calls beside it.',
      'Pending invitations, sent again or revoked: `admin/getInvitationList` and the calls beside it.',
      'Telling people of another date or place: `workshops/sendChangeNotice` and the calls beside it.',
      'Workshops have times, room and an instruction by language; volunteers get access several at once: `admin/changeWorkshopAccess`.',
      'Announcements to a group of respondents: `announcements/sendAnnouncement` and the calls beside it.',
      'What was sent to whom, and the texts of e-mails to respondents: `messages/getMessageList` and the calls beside it.',
      'Fields that a call does not know are refused with a 422 that names them.',
    ],
  },
]

import { Migration } from '@mikro-orm/migrations'

// The content of earlier invitations is unknown; they are assumed to have stated the current date and place.
export class Migration20261122095634 extends Migration {
  override up(): void {
    this.addSql(`alter table "message" drop constraint "message_kind_check";`)
    this.addSql(`alter table "message" add "told" text null;`)
    this.addSql(`update message set told = md5(concat_ws('|', coalesce(workshop.event_date::text, ''),
        coalesce(workshop.address ->> 'line1', ''), coalesce(workshop.address ->> 'city', '')))
      from respondent join workshop on workshop.id = respondent.workshop_id
      where respondent.id = message.respondent_id and sent_at is not null and kind in ('invitation', 'invitation-again')`)
    this.addSql(`create index "message_told" on "message" ("respondent_id", "sent_at") where told is not null;`)
    this.addSql(
      `alter table "message" add constraint "message_kind_check" check (kind in ('invitation', 'invitation-again', 'workshop-change', 'registration', 'verify', 'reset', 'sign-in-notice', 'review-reminder', 'mention', 'webhook-disabled', 'privacy-link', 'privacy-reminder'));`,
    )
  }
}

import { Migration } from '@mikro-orm/migrations'

// Keeps `told` for the newest e-mail only, prefixed with the id of its workshop.
export class Migration20261122121500 extends Migration {
  override up(): void {
    this.addSql(`update message set told = null where told is not null and exists (select from message newer
        where newer.respondent_id = message.respondent_id and newer.told is not null
          and (newer.sent_at, newer.id) > (message.sent_at, message.id));`)
    this.addSql(`update message set told = respondent.workshop_id || ':' || told from respondent
        where respondent.id = message.respondent_id and told is not null;`)
    this.addSql(`alter table "message" alter column "told" type text collate "C";`)
    this.addSql(`create index "message_told_what" on "message" ("told", "respondent_id") where told is not null;`)
  }
}

import { Migration } from '@mikro-orm/migrations'

export class Migration20261122065945 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "contact_language_count" ("workshop_id" int not null, "language" text not null, "respondents" int not null, primary key ("workshop_id", "language"));`,
    )
  }
}

import { Migration } from '@mikro-orm/migrations'

export class Migration20261122150110 extends Migration {
  override up(): void {
    this.addSql(
      `create table "glossary" ("version" int not null, "terms" text[] not null, "saved_at" timestamptz not null, "saved_by_id" int not null, primary key ("version"));`,
    )
    this.addSql(
      `alter table "glossary" add constraint "glossary_saved_by_id_fkey" foreign key ("saved_by_id") references "account" ("id") on update no action on delete no action;`,
    )
  }
}

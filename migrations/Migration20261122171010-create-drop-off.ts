import { Migration } from '@mikro-orm/migrations'

export class Migration20261122171010 extends Migration {
  override up(): void {
    this.addSql(
      `create table "drop_off" ("questionnaire_id" int not null, "identifier" text not null, "times" int not null, primary key ("questionnaire_id", "identifier"));`,
    )
    this.addSql(
      `alter table "drop_off" add constraint "drop_off_questionnaire_id_fkey" foreign key ("questionnaire_id") references "questionnaire" ("id") on update no action on delete cascade;`,
    )
  }
}

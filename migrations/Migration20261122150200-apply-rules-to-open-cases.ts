import { Migration } from '@mikro-orm/migrations'

export class Migration20261122150200 extends Migration {
  override up(): void {
    this.addSql(`alter table "rule_trial" add "questionnaire_id" int null, add "changed" int not null default 0;`)
    this.addSql(
      `alter table "rule_trial" add constraint "rule_trial_questionnaire_id_fkey" foreign key ("questionnaire_id") references "questionnaire" ("id") on update no action on delete no action;`,
    )
    this.addSql(`alter table "rule_trial" drop constraint "rule_trial_status_check";`)
    this.addSql(
      `alter table "rule_trial" add constraint "rule_trial_status_check" check ("status" in ('waiting', 'running', 'done', 'failed', 'applying', 'applied'));`,
    )
  }
}

import { Migration } from '@mikro-orm/migrations'

export class Migration20261124110000 extends Migration {
  override up(): void | Promise<void> {
    this.addSql(`alter table "deleted_respondent" add "answers_digest" bytea null;`)
  }
}

import { Migration } from '@mikro-orm/migrations'

export class Migration20261122030100 extends Migration {
  override up(): void {
    this.addSql(`create index respondent_queue on respondent (agency_id, workshop_id, id) where current_flag = 'in-progress'`)
    this.addSql(`alter table agency add column waiting_amber_days integer not null default 3`)
    this.addSql(`alter table agency add column waiting_red_days integer not null default 7`)
  }
}

import { Migration } from '@mikro-orm/migrations'

export class Migration20261122122700 extends Migration {
  override up(): void {
    this.addSql(`alter table "station_move" add "event_id" uuid null, add "received_at" timestamptz null, add "device_id" uuid null;`)
    this.addSql(`update "station_move" set "event_id" = gen_random_uuid(), "received_at" = "moved_at";`)
    this.addSql(`alter table "station_move" alter column "event_id" set not null, alter column "received_at" set not null;`)
    this.addSql(`alter table "station_move" add constraint "station_move_event_id_key" unique ("event_id");`)
  }
}

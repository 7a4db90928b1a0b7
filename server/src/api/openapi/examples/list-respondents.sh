#!/bin/sh
# Prints the newest respondents of a workshop, one JSON object: ./list-respondents.sh citizenship_day_2025
curl -sS --fail-with-body "$PORTICO_URL/api/responses/getAllResponses" \
  -H "Authorization: Bearer $PORTICO_TOKEN" -H 'Content-Type: application/json' -H 'Prefer: handling=strict' \
  -d "{\"name\": \"$1\", \"pagination\": {\"offset\": 0, \"count\": 100}}"

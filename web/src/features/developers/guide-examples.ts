/** The commands of the guide, for a server at `origin`. */
export function commandsFor(origin: string) {
  const curl = (path: string, ...more: string[]) =>
    [`curl -sS "$KYC_URL/api/partner/v1${path}"`, '-H "Authorization: Bearer $KYC_KEY"', ...more].join(
      ' \\\n  ',
    )
  const json = "-H 'Content-Type: application/json'"
  return {
    settings: [
      `export KYC_URL=${origin}`,
      '# 受け取ったテスト用のキー',
      'export KYC_KEY=kyc_test_…',
      '# 登録済みの送信先の下のアドレス',
      'export CALLBACK=https://partner.example.com/kyc/callback',
      'export WEBHOOK=https://partner.example.com/kyc/events',
    ].join('\n'),
    createSession: curl(
      '/sessions',
      json,
      "-H 'Idempotency-Key: order-7781'",
      `-d '{"user_id":"test_approved","callback_url":"'"$CALLBACK"'"}'`,
    ),
    session: `{
  "id": "01a1fec3-626d-7623-8446-47482b175fe5",
  "user_id": "test_approved",
  "session_id": null,
  "state": "completed",
  "test": true,
  "created_at": "2026-11-28T03:00:00.000Z",
  "expires_at": "2026-11-29T03:00:00.000Z",
  "opened_at": "2026-11-28T03:00:00.000Z",
  "url": "${origin}/kyc/register#token=q2Xv…"
}`,
    getSession: `# 発行したときの応答の id\nexport SESSION_ID=01a1fec3-…\n\n${curl('/sessions/$SESSION_ID')}`,
    performers: curl('/performers?user_id=test_approved'),
    events: curl('/events?after='),
    event: `{
  "id": "3f0c7a52-5d0e-4c1b-9b52-0f4f6a7d8e21",
  "type": "performer.approved",
  "timestamp": "2026-11-28T05:42:10.000Z",
  "object_id": "01a1fec3-7a10-7f0e-9d55-1c2a4de11b90",
  "user_id": "member-1042",
  "expires_on": null,
  "test": false
}`,
    request: curl(
      '/requests',
      json,
      "-H 'Idempotency-Key: report-12'",
      `-d '{"kind":"provider","title":"TEST_HELD","text":"通報がありました。"}'`,
    ),
    nameTitle: curl(
      '/titles/test_ready',
      '-X PUT',
      json,
      `-d '{"share_id":"01a1fec3-626d-7623-8446-47482b175fe5"}'`,
    ),
    getTitle: curl('/titles/test_ready'),
    publishTitle: curl(
      '/titles/test_ready/publication',
      '-X PUT',
      json,
      `-d '{"published_on":"2026-12-01","address":"https://video.example.com/1"}'`,
    ),
    unpublishTitle: curl('/titles/test_ready/publication', '-X DELETE'),
    acknowledgeStop: `# stops の id\nexport STOP_ID=01a1fec3-…\n\n${curl('/titles/test_stopped/stops/$STOP_ID/acknowledge', '-X POST')}`,
    statement: curl('/titles/test_ready/statement'),
    setWebhook: curl('/webhook', '-X PUT', json, `-d '{"url":"'"$WEBHOOK"'"}'`),
    testWebhook: curl('/webhook/test', '-X POST'),
    newSecret: curl('/webhook/secrets', '-X POST'),
    problemCall: curl('/sessions', json, "-H 'Accept-Language: en'", "-d '{}'"),
  }
}

export type Commands = ReturnType<typeof commandsFor>

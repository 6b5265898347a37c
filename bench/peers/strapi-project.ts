const core = (kind: string) =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::performer.performer')\n`

const text = { type: 'string' }

/** The files of the smallest project that serves performers, by their paths. Its program prints a token when it is ready. */
export const strapiProject: Readonly<Record<string, string>> = {
  'config/database.js': `module.exports = ({ env }) => ({
    connection: {
      client: 'postgres',
      connection: {
        host: env('DATABASE_HOST'),
        port: env.int('DATABASE_PORT'),
        database: env('DATABASE_NAME'),
        user: env('DATABASE_USERNAME'),
        password: env('DATABASE_PASSWORD'),
      },
      pool: { min: 2, max: 16 },
    },
  })`,
  'config/server.js': `module.exports = ({ env }) => ({
    host: env('HOST'),
    port: env.int('PORT'),
    app: { keys: [env('PEER_SECRET')] },
  })`,
  'config/admin.js': `module.exports = ({ env }) => ({
    serveAdminPanel: false,
    auth: { secret: env('PEER_SECRET') },
    apiToken: { salt: env('PEER_SECRET') },
    transfer: { token: { salt: env('PEER_SECRET') } },
    secrets: { encryptionKey: env('PEER_SECRET') },
  })`,
  'config/middlewares.js': `module.exports = ${JSON.stringify(
    ['errors', 'security', 'cors', 'query', 'body', 'session', 'favicon', 'public'].map(
      (name) => `strapi::${name}`,
    ),
  )}`,
  'src/index.js': `module.exports = {
    register() {},
    async bootstrap({ strapi }) {
      const options = { name: 'bench', description: '', type: 'full-access', lifespan: null }
      const { accessKey } = await strapi.service('admin::api-token').create(options)
      strapi.server.httpServer.once('listening', () => process.stdout.write('\\nPEER_TOKEN=' + accessKey + '\\n'))
    },
  }`,
  'src/api/performer/content-types/performer/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'performers',
    info: { singularName: 'performer', pluralName: 'performers', displayName: 'Performer' },
    options: { draftAndPublish: false },
    attributes: {
      last_name: text,
      first_name: text,
      last_name_roman: text,
      first_name_roman: text,
      state: text,
      external_id: text,
      date_of_birth: { type: 'date' },
    },
  }),
  'src/api/performer/controllers/performer.js': core('Controller'),
  'src/api/performer/routes/performer.js': core('Router'),
  'src/api/performer/services/performer.js': core('Service'),
  'public/uploads/.gitkeep': '',
  'favicon.png': '',
}

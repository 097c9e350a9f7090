import { type Module, type ResourceOwners, withPart } from '#http/route.ts';
import { createIdentity } from '#identity/index.ts';
import {
  bulkExport,
  createConnection,
  createImport,
  createIntake,
  createRecordImport,
  createTakesReadings,
  readConnection,
} from '#intake/index.ts';
import { createPeople } from '#people/index.ts';
import { createAuditAnchor } from '#platform/audit/anchor/anchor.ts';
import { placeOf } from '#platform/audit/anchor/place.ts';
import { createAudit } from '#platform/audit/audit.ts';
import { createFileBlobs } from '#platform/blob/blob.ts';
import { createProcessBus } from '#platform/bus.ts';
import { createBusEventsStore } from '#platform/bus-events/bus-events.store.ts';
import { createHeardEvents } from '#platform/bus-events/heard-events.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { createDatabaseClock, type DatabaseClock } from '#platform/database-clock.ts';
import { createDiskReserve, freeBytesOf } from '#platform/disk/disk-space.ts';
import { keepsStores } from '#platform/disk/watched-disks.ts';
import type { Log } from '#platform/log.ts';
import { createMail } from '#platform/mail/mail.ts';
import { createTenantPost } from '#platform/outbox/outbox.ts';
import { outboxPersonalData } from '#platform/outbox/personal-data.ts';
import { createSetUp } from '#platform/set-up.ts';
import { createSms } from '#platform/sms/sms.ts';
import type { Stores } from '#platform/stores.ts';
import { createActivities } from '#services/activities/index.ts';
import { createAlarmBurden } from '#services/alerts/burden/index.ts';
import { createGaps } from '#services/alerts/gaps/index.ts';
import { type AlertsModule, createAlerts } from '#services/alerts/index.ts';
import { createAnalytics } from '#services/analytics/index.ts';
import { createBlob } from '#services/blob/index.ts';
import { createCalendar } from '#services/calendar/index.ts';
import { type Calls, createCalls } from '#services/calls/index.ts';
import { type Chat, createChat, type Say } from '#services/chat/index.ts';
import { createCompliance } from '#services/compliance/index.ts';
import { createConfigurator, tenantState } from '#services/configurator/index.ts';
import { createEventsProcessor } from '#services/events-processor/index.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { createCohortDefinitions, createCohorts } from '#services/factuary/cohorts/index.ts';
import { createPrograms, type Programs } from '#services/factuary/programs/index.ts';
import { createFactuaryReports } from '#services/factuary/reports/index.ts';
import { createSurveys, figuresFrom } from '#services/factuary/surveys/index.ts';
import { createUserFacts } from '#services/factuary/user-facts/index.ts';
import { createFhirService, createQuestionnaires } from '#services/fhir/index.ts';
import { createFoodLogs } from '#services/food-logs/index.ts';
import { createLogin } from '#services/login/index.ts';
import { createMetaresources } from '#services/metaresources/index.ts';
import { createNotary } from '#services/notary/index.ts';
import { createNotification, publish, withdraw } from '#services/notification/index.ts';
import { createPrivacy } from '#services/privacy/index.ts';
import { createDevices } from '#services/registry/devices/index.ts';
import { createRegistry } from '#services/registry/index.ts';
import { createRelations } from '#services/registry/relations/index.ts';
import { createTasks } from '#services/registry/tasks/index.ts';
import { createTimelineModule } from '#services/registry/timeline/index.ts';
import { createTicksStoreReads, createTickWriter } from '#services/ticks-store/index.ts';
import { createTriage, type TriageModule } from '#services/triage/index.ts';
import { createUser } from '#services/user/index.ts';
import { createUserAdmin } from '#services/user-admin/index.ts';

export interface ModulesOptions {
  readonly config: Config;
  readonly stores: Stores;
  readonly log: Log;
  /** Default: PostgreSQL's. */
  readonly clock?: Clock;
}

/** Every module, wired; nothing listens yet. The server and the operator's tool are built from the same modules. */
export async function createModules({ config, stores, log, clock: given }: ModulesOptions) {
  const { database, engine, secrets } = stores;
  const clock: Clock & Partial<DatabaseClock> = given ?? (await createDatabaseClock({ database, log, own: systemClock }));
  const local = createProcessBus((error) => log.error({ err: error }, 'a listener failed'));
  // Reading its client is a tenth of a start, and most installations have no Redis.
  const redisBus =
    config.redisUrl === undefined ? null : (await import('#platform/bus-redis.ts')).createRedisBus({ url: config.redisUrl, local, log });
  const bus = redisBus ?? local;
  const heardEvents = createHeardEvents({ store: createBusEventsStore(database), local, log });
  const setUp = createSetUp();
  const mail = createMail({ config, clock, log });
  const sms = createSms({ config, log });
  const reserveOf = (freeBytes: () => Promise<number>) => createDiskReserve({ reserveBytes: config.diskReserveBytes, freeBytes });
  // Stores that are servers of their own have disks of their own.
  const embeddedFolder = keepsStores(config) ? config.dataDir : null;
  const reserve = reserveOf(embeddedFolder === null ? async () => Number.POSITIVE_INFINITY : freeBytesOf(embeddedFolder));
  const post = createTenantPost({ database, mail, sms, clock });
  const people = createPeople({ database });
  const identity = await createIdentity({ config, database, people, clock, log, mail, sms, secrets, bus });
  const auditAnchor = createAuditAnchor({
    database,
    clock,
    log,
    key: secrets.auditSeal,
    dataDir: config.dataDir,
    place: placeOf(config),
    everySeconds: config.auditAnchorSeconds,
    logMinutes: config.auditAnchorLogMinutes,
  });
  const audit = createAudit({
    database,
    clock,
    key: secrets.auditSeal,
    onBroken: (tenant, sequence) => log.error({ tenant, sequence }, 'the audit chain is broken: run vigil doctor'),
    onWritten: auditAnchor.note,
  });
  const ticksWriter = createTickWriter({ engine, database, people, bus, clock, log });
  const ticksReads = createTicksStoreReads({ engine, database, bus, rolledUpUntilMs: ticksWriter.rolledUpUntilMs });
  const devices = createDevices({ database, people, bus, clock, log, tokenEndpoint: `${identity.issuer}/token` });
  const actions = createActions({ database, people, config, clock, log, maySee: (...asked) => maySee(...asked) });
  const tasks = createTasks({ database, people, actions, clock });
  const say: Say = (...said) => chat.say(...said);
  const relations = createRelations({ database, people, tasks, bus, clock, say: (...said) => chat.sayWhereWritten(...said) });
  const maySee = async (tenantId: string, staffId: string, memberId: string) =>
    (await tenantState(database, tenantId))?.patients !== 'assigned' || relations.assignments.isAssigned(tenantId, staffId, memberId);
  const registry = createRegistry({
    config,
    people,
    bus,
    clock,
    post,
    endSessions: identity.endSessions,
    inCareTeams: relations.usersOfTeams,
    primaryCliniciansOf: relations.primaryCliniciansOf,
  });
  const configurator = createConfigurator({ config, database, hosts: identity.hosts, people, bus, clock });
  const blob = createBlob({
    ...{ database, people, blobs: createFileBlobs(config.blobDir, reserveOf(freeBytesOf(config.blobDir))), config, clock, log },
    onFileChanged: (...told) => chat.fileChanged(...told),
  });
  const activities = createActivities({
    ...{ database, people, ticks: ticksWriter, readings: ticksReads, unknownPhotos: blob.unknownMealPhotos, clock },
    typed: {
      crossed: (...asked) => alerts.typed.crossed(...asked),
      toldAbout: (...asked) => alerts.typed.toldAbout(...asked),
    },
  });
  const { loggedAt } = activities;
  const cohortDefinitions = createCohortDefinitions(database);
  const eventsProcessor = createEventsProcessor({
    ...{ ticks: ticksReads, database, people, bus, clock, log, config, loggedAt },
    limits: (tenantId) => alerts.limits(tenantId),
    deviceTypes: devices.typesOf,
    cohortOf: cohortDefinitions.cohortOf,
  });
  const { population } = eventsProcessor;
  const cohorts = createCohorts({ definitions: cohortDefinitions, population, database, people, clock, log, config });
  const userFacts = createUserFacts(eventsProcessor.factsNow);
  const surveys = createSurveys({
    ...{ database, people, clock },
    figuresOver: figuresFrom(eventsProcessor.facts, people),
    openAction: async (sql, tenantId, { requestId, openKey, userId, category, priority, title, answeredAtMs: causedAtMs }) =>
      (await actions.open(sql, tenantId, { id: requestId, openKey, userId, category, priority, title, causedAtMs })).actionId,
    onSaid: (sql, tenantId, { by: saidBy, atMs: saidAt, ...said }) => triage.saidInSurvey(sql, tenantId, { ...said, saidBy, saidAt }),
    onScored: (sql, tenantId, { userId, surveyId }) => alerts.live.arrived(sql, tenantId, userId, { kind: 'survey', surveyId }),
    programs: {
      delivered: (...asked) => programs.ofSurveys.delivered(...asked),
      hold: (...asked) => programs.ofSurveys.hold(...asked),
      completed: (...told) => programs.ofSurveys.completed(...told),
    },
  });
  const user = createUser({ people, identity });
  const login = createLogin({ people, identity });
  const notary = createNotary({ database, people, clock });
  const homeOf = async (tenantId: string) => {
    const tenant = await identity.hosts.tenantById(tenantId);
    return tenant ? identity.hosts.homeOf(tenant) : config.publicUrl;
  };
  const calendar = createCalendar({
    database,
    people,
    post,
    homeOf,
    memberOfAction: actions.memberOf,
    config,
    log,
    say,
    mostBookings: configurator.mostBookings,
  });
  const notification = createNotification({
    calendar: calendar.bell,
    ...{ database, audit, log, keepHours: config.pushKeepHours, bellDays: config.bellKeepDays, bufferBytes: config.pushBufferBytes },
    messages: {
      unread: (...asked) => chat.bell.unread(...asked),
      markRead: (...asked) => chat.bell.markRead(...asked),
    },
  });
  const chat: Chat = createChat({
    ...{ database, people, audit, bus, clock, log },
    chatIsOn: configurator.chatIsOn,
    files: blob.chatFiles,
  });
  const calls: Calls = createCalls({
    ...{ database, people, audit, bus, clock, log, config, chat },
    byRelayOnly: configurator.callsByRelayOnly,
  });
  const programs: Programs = createPrograms({
    ...{ database, people, bus, clock, log, deliverySeconds: config.programDeliverySeconds },
    surveys: surveys.ofPrograms,
    cohorts,
  });
  const factuaryReports = createFactuaryReports({ actions, people, programs, surveys, cohorts });
  const fhir = createFhirService({ database, people, ticks: ticksReads, clock, secrets, hosts: identity.hosts });
  const questionnaires = createQuestionnaires({ surveys, clock, hosts: identity.hosts });
  const analytics = createAnalytics({ database, people, clock, reserve, keepDays: config.analyticsKeepDays });
  const foodLogs = createFoodLogs({ activities });
  const compliance = createCompliance({
    people,
    clock,
    activities,
    ticks: ticksReads,
    usedOn: analytics.usedOn,
    bandOf: eventsProcessor.bandOf,
  });
  const metaresources = createMetaresources({ database, clock });
  const takesReadings = createTakesReadings(engine, embeddedFolder === null ? null : freeBytesOf(embeddedFolder));
  const alerts: AlertsModule = createAlerts({
    ...{ database, people, cohorts, actions, bus, config, clock, log, ticks: ticksReads, post, homeOf },
    evidenceOf: eventsProcessor.evidence,
    saidOf: (...asked) => triage.saidOf(...asked),
    surveyScores: surveys.scores,
    isSurvey: surveys.isLive,
    takesReadings,
    isBeingSetUp: setUp.isUnderWay,
  });
  ticksWriter.waitFor(alerts.live.judgedUpToMs);
  const burden = createAlarmBurden({ database, actions, people, cohorts, clock, answered: alerts.answered });
  const gaps = createGaps({ database, takesReadings, ticks: ticksReads, bus, config, log });
  const triage: TriageModule = createTriage({
    ...{ database, people, ticks: ticksReads, clock },
    onSaid: (sql, tenantId, userId) => alerts.live.arrived(sql, tenantId, userId, { kind: 'score', score: 'news2' }),
    today: {
      ...{ actions, people, members: eventsProcessor, ticks: ticksReads, cohorts },
      ...{ assignments: relations.assignments, timeZoneOf: configurator.timeZoneOf, publish },
      ...{
        alarmsOf: alerts.alarms.standing,
        gapsOf: gaps.standing,
        notEvaluated: alerts.live.notEvaluated,
        notificationsOf: alerts.notificationsOf,
        criticalFor: alerts.criticalFor,
      },
    },
    handoffs: {
      ...{ actions, people, notesSince: notary.since, callsOfMembers: calls.ofMembers, unanswered: chat.unanswered },
      ...{ appointments: calendar.appointments, shiftsOf: alerts.onCall.shiftsOf, withdrawPushes: withdraw },
      visibleTo: async (tenantId, staffId) =>
        (await tenantState(database, tenantId))?.patients === 'assigned' ? relations.assignments.membersOf(tenantId, staffId) : 'tenant',
    },
  });
  const timeline = createTimelineModule({
    ...{ people, clock, relations, tasks, actions, alerts, notary, chat, calls, surveys, activities, programs },
  });
  const userAdmin = createUserAdmin({
    ...{ config, database, people, identity, post, audit, clock, log, reserve },
    mailLanguageOf: configurator.mailLanguageOf,
    care: relations.newcomers,
  });
  const waiting = { personalData: outboxPersonalData({ database, addressesOf: people.privacy.addressesOf }) };
  const clinical = [
    ticksWriter,
    eventsProcessor,
    cohorts,
    notary,
    fhir,
    relations,
    tasks,
    analytics,
    activities,
    alerts,
    gaps,
    triage,
    actions,
    programs,
    surveys,
    calendar,
    notification,
    chat,
    calls,
  ] as const;
  const privacy = createPrivacy({
    ...{ database, people, clock, bus, log, config },
    auditKey: secrets.auditSeal,
    // Sign-in and devices first, so that nothing new arrives; who the person is after what is found by their address. The files
    // last: no picture is taken in for whoever is nobody.
    personalData: [identity, devices, waiting, userAdmin, metaresources, ...clinical, people.privacy, blob]
      .map((one) => one.personalData)
      .filter((part) => part !== undefined),
    erasureRules: configurator.erasureRules,
  });
  const intakeDeps = { ticksStore: ticksWriter, people, clock, dataDir: embeddedFolder };
  const intake = createIntake({
    ...intakeDeps,
    deviceSeen: devices.noteSeen,
    largeBodies: config.largeBodies,
    publicUrl: config.publicUrl,
  });
  const importFile = createImport({ ...intakeDeps, mostUnpackedBytes: config.importUnpackedBytes });
  const importRecord = createRecordImport({ ...intakeDeps, fhir });

  const serving: readonly Module[] = [
    configurator,
    user,
    login,
    registry,
    relations,
    tasks,
    timeline,
    devices,
    ticksReads,
    ticksWriter,
    eventsProcessor,
    cohorts,
    userFacts,
    actions,
    factuaryReports,
    programs,
    surveys,
    questionnaires,
    notary,
    calendar,
    notification,
    chat,
    calls,
    fhir,
    analytics,
    blob,
    activities,
    foodLogs,
    compliance,
    metaresources,
    alerts,
    burden,
    gaps,
    triage,
    userAdmin,
    privacy,
    identity,
  ];

  return {
    bus,
    heardEvents,
    clock,
    people,
    identity,
    audit,
    devices,
    importFile,
    importRecord,
    fhirServers: { bulkExport, createConnection, readConnection },
    bringIn: fhir.bringIn,
    tellFacts: eventsProcessor.tellFacts,
    writeNote: notary.write,
    alertRules: alerts.rules,
    onCall: alerts.onCall,
    alertsSettled: alerts.live.settled,
    setUp,
    alarms: alerts.alarms,
    calendar,
    gaps,
    publishPush: notification.publish,
    say: chat.say,
    fileJobs: blob.fileJobs,
    calls: calls.overdue,
    forgetPushes: notification.forget,
    mailsBeingSent: mail.waiting,
    countedReadings: intake.counted,
    ticksWriter,
    configurator,
    activities,
    population,
    cohorts,
    programs,
    surveys,
    care: { ...relations, note: tasks.note },
    actions,
    privacy,
    owners: Object.assign({}, ...serving.map((one) => one.owners)) as ResourceOwners,
    routes: [...serving, intake].flatMap((one) => one.routes ?? []),
    // Calls ring over the connection that a page has for chat.
    liveRoutes: serving.flatMap((one) => one.liveRoutes ?? []).map((route) => withPart(route, calls.live)),
    /** What was accepted is stored before the stores close. Side by side: a store that hangs holds up its own modules only. */
    async stop() {
      await Promise.all([intake.stop(), heardEvents.stop(), clock.stop?.()]);
      await Promise.all([...serving.map((one) => one.stop?.()), audit.drain().finally(() => auditAnchor.stop()), mail.stop(), sms.stop()]);
      await redisBus?.stop();
    },
  };
}

export type Modules = Awaited<ReturnType<typeof createModules>>;

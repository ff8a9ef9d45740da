/**
 * Former names of RPC methods, by the class of the object: while a release is deployed, a Worker of the release before calls objects of this
 * one. An entry stays for one release.
 */
export const FORMER_METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountObject: { noteArrival: 'recordArrival' },
  BlobIndexObject: { judge: 'setBans' },
  ConfigObject: { note: 'recordAct', noteFirstOperator: 'recordFirstOperator' },
  DeskObject: { noteQueue: 'publishQueueLetter' },
  DriveObject: {
    judgeContents: 'setContentBans',
    landImage: 'finishImage',
    landPut: 'finishPut',
    landWhole: 'finishWhole',
    meetSave: 'findSaveConflicts',
    noteGrants: 'recordGrants',
    noteImages: 'recordImages',
    ring: 'notifyPerson',
  },
  ShareBookObject: { noteFacts: 'recordFacts' },
  ShareObject: { judge: 'setDecision' },
};

type Methods = Record<string, (...call: unknown[]) => unknown>;

/** RPC offers the methods of a prototype, not those of an instance. @param prototype  of the class; later calls change nothing */
export function addFormerMethods(className: string, prototype: object): void {
  for (const [former, name] of Object.entries(FORMER_METHODS[className] ?? {}))
    if (!(former in prototype))
      Object.assign(prototype, {
        [former](this: Methods, ...call: unknown[]) {
          return this[name]?.(...call);
        },
      });
}

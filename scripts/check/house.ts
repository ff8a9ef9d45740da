/**
 * All rules of this repository that no ready-made tool has, over one reading of the tree.
 */
import { readExceptions, withExceptions } from './exceptions.ts';
import type { Finding } from './finding.ts';
import { checkDecisionIndex } from './rules/decision-index.ts';
import { checkEndpointPaths } from './rules/endpoint-paths.ts';
import { checkFileFields } from './rules/file-fields.ts';
import { checkFolderSize } from './rules/folder-size.ts';
import { checkForwarders } from './rules/forwarders.ts';
import { checkFunctionLength } from './rules/function-length.ts';
import { checkGlossary } from './rules/glossary.ts';
import { checkImports } from './rules/imports.ts';
import { checkInheritance } from './rules/inheritance.ts';
import { checkNamedPaths } from './rules/named-paths.ts';
import { checkNames } from './rules/names.ts';
import { checkNounOrder } from './rules/noun-order.ts';
import { checkObjectTable } from './rules/object-table.ts';
import { checkPageEvents } from './rules/page-events.ts';
import { checkReadmeLength } from './rules/readme-length.ts';
import { checkSettings, checkSettingTables } from './rules/settings.ts';
import { checkSignalReads } from './rules/signal-reads.ts';
import { checkSize } from './rules/size.ts';
import { checkStateFields } from './rules/state-fields.ts';
import { checkStoredKeys } from './rules/stored-keys.ts';
import { checkSyntax } from './rules/syntax-rules.ts';
import { checkTableVersions } from './rules/table-versions.ts';
import { checkTexts } from './rules/texts.ts';
import { isCode, readSource, type Source } from './source.ts';
import type { Tree } from './tree.ts';

/** Violations that are not listed as exceptions. */
export function checkHouse(tree: Tree): Finding[] {
  return withExceptions(findHouse(tree), readExceptions(tree));
}

/** All violations, exceptions too. */
export function findHouse(tree: Tree): Finding[] {
  const unreadable: Finding[] = [];
  const sources = Array.from(tree)
    .filter(([path]) => isCode(path))
    .flatMap(([path, text]): Source[] => {
      try {
        return [readSource(path, text)];
      } catch (error) {
        unreadable.push({ path, rule: 'syntax', message: String(error) });
        return [];
      }
    });
  return [
    ...unreadable,
    ...checkImports(sources),
    ...checkNounOrder(tree, sources),
    ...checkSyntax(sources),
    ...checkSignalReads(sources),
    ...checkNames(tree.keys()),
    ...checkSize(tree),
    ...checkTexts(tree),
    ...checkSettings(tree, sources),
    ...checkSettingTables(tree),
    ...checkFolderSize(tree),
    ...checkReadmeLength(tree),
    ...checkInheritance(sources),
    ...checkFunctionLength(sources),
    ...checkForwarders(sources),
    ...checkStoredKeys(sources),
    ...checkPageEvents(sources),
    ...checkStateFields(sources),
    ...checkGlossary(tree, sources),
    ...checkEndpointPaths(sources),
    ...checkTableVersions(sources),
    ...checkFileFields(tree),
    ...checkObjectTable(tree),
    ...checkNamedPaths(tree),
    ...checkDecisionIndex(tree),
  ];
}

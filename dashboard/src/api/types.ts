/** What do the API's answers hold? Short names for the types of its description. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Arrivals = Schemas["Arrivals"];
export type Change = Schemas["ChangeSet"];
export type Context = Schemas["Context"];
export type Counts = Schemas["Counts"];
export type Entity = Schemas["EntityView"];
export type EntityDetail = Schemas["EntityDetail"];
export type Found = Schemas["FoundMemory"];
export type GraphAnswer = Schemas["GraphAnswer"];
export type GraphEdge = Schemas["GraphEdge"];
export type GraphNode = Schemas["GraphNode"];
export type Health = Schemas["Health"];
export type Inspection = Schemas["Inspection"];
export type IndexHealth = Schemas["IndexHealth"];
export type JobRun = Schemas["JobRun"];
export type Memory = Schemas["MemoryView"];
export type MaintenancePreview = Schemas["MaintenancePreview"];
export type MemoryEdit = Schemas["MemoryEdit"];
export type MemoryEvent = Schemas["Event"];
export type Neighbor = Schemas["Neighbor"];
export type PlannedChange = Schemas["PlannedChange"];
export type Process = Schemas["ProcessView"];
export type QueuedText = Schemas["QueuedText"];
export type RecallAnswer = Schemas["RecallAnswer"];
export type RecallBody = Schemas["RecallBody"];
export type Review = Schemas["ReviewView"];
export type RowChange = Schemas["RowChange"];
export type Setting = Schemas["SettingView"];
export type Signals = Schemas["Signals"];
export type Stats = Schemas["Stats"];
export type Status = Schemas["StatusAnswer"];
export type Step = Schemas["StepView"];
export type Tenant = Schemas["TenantView"];
export type Version = Schemas["VersionView"];
export type MemoryType = Memory["type"];
export type MemoryState = Memory["state"];

package cusf

// The names under which the universal model keeps, in the Extra of its parts, what only this format has.
const (
	ExtraSource        = "llmSource"
	ExtraMachine       = "machineId"
	ExtraTenant        = "tenantId"
	ExtraUser          = "userId"
	ExtraFolder        = "cwd"
	ExtraEndReason     = "endReason"
	ExtraTotalMessages = "totalMessages"
	ExtraTruncated     = "truncated"
	// ExtraParent is a parent_id that names no message.
	ExtraParent = "parent_id"
)

// Stead is the member that carries what the format has no place for, in files that are exported for reconstruction. The
// standard demands that readers accept members that they do not know.
const Stead = "x_stead"

// The members of x_stead.
const (
	// SteadHeader is the header of the universal session, in session_start.
	SteadHeader = "header"
	// SteadBefore are entries that have no line of their own, in the line that follows them.
	SteadBefore = "before"
	// SteadEntry is the entry that the line was made of. Its texts are left out when SteadVerbatim says that the line has
	// them.
	SteadEntry    = "entry"
	SteadVerbatim = "verbatim"
	// SteadMade marks a line that was made of nothing, because the format needs it.
	SteadMade = "made"
	// SteadChildren are the sessions of sub-agents, each a document of the universal format, in session_end.
	SteadChildren = "children"
)

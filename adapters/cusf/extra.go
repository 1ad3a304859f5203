package cusf

// The keys of Extra under which the universal model keeps values that only this format has.
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

// Stead is the member for everything that the format has no place for, in files exported for reconstruction. The
// standard requires readers to accept unknown members.
const Stead = "x_stead"

// The members of x_stead.
const (
	// SteadHeader is the header of the universal session, in session_start.
	SteadHeader = "header"
	// SteadBefore holds, in a line, the entries before it that have no line of their own.
	SteadBefore = "before"
	// SteadEntry is the entry that the line was made from. It omits the entry's texts if SteadVerbatim says that the line
	// has them.
	SteadEntry    = "entry"
	SteadVerbatim = "verbatim"
	// SteadMade marks a line that no entry produced but the format requires.
	SteadMade = "made"
	// SteadChildren are the sessions of sub-agents in session_end, each a document in the universal format.
	SteadChildren = "children"
)

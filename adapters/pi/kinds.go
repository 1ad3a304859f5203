package pi

// untold are the types of records that Pi does not send to its model (read in the session manager of Pi 0.87.1).
// Together with told they form a closed list: stead does not know any other type.
var untold = map[string]bool{
	TypeSession: true, TypeModelChange: true, "thinking_level_change": true, TypeContextEdit: true, TypeSessionInfo: true,
	"custom": true, "label": true, "usage": true,
}

var told = map[string]bool{TypeMessage: true, TypeCompaction: true, TypeBranchSummary: true, TypeCustomMessage: true}

// IsKnown reports whether the record has a type that Pi writes.
func (r *Record) IsKnown() bool {
	if !r.Type.IsString() {
		return false
	}
	name := r.Type[1 : len(r.Type)-1]
	return told[string(name)] || untold[string(name)]
}

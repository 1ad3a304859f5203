package pi

// untold are the types of records of which Pi tells its model nothing (read in the session manager of Pi 0.87.1). With
// those that the reader tells they are a closed list: any other type is one that stead does not know.
var untold = map[string]bool{
	TypeSession: true, TypeModelChange: true, "thinking_level_change": true, TypeContextEdit: true, TypeSessionInfo: true,
	"custom": true, "label": true, "usage": true,
}

var told = map[string]bool{TypeMessage: true, TypeCompaction: true, TypeBranchSummary: true, TypeCustomMessage: true}

// IsKnown reports whether the record is of a type that Pi writes.
func (r *Record) IsKnown() bool {
	if !r.Type.IsString() {
		return false
	}
	name := r.Type[1 : len(r.Type)-1]
	return told[string(name)] || untold[string(name)]
}

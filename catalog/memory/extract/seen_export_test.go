package extract

// Len returns how many keys the table has.
func (t *seenTable) Len() uint64 { return t.used }

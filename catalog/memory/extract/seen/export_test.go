package seen

// Len returns how many keys the table has.
func (t *Table) Len() uint64 { return t.used }

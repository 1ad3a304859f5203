package mirror

var names = [...]string{"nothing", "wait", "give", "take", "part"}

// String names a step.
func (s Step) String() string { return names[s] }

package adapter

// Informed is the common interface of readers, writers and drivers.
type Informed interface {
	// Info describes the CLI that the adapter is for.
	Info() Info
}

// Names returns the names of the adapters' CLIs, in order.
func Names[T Informed](all []T) []string {
	var names []string
	for _, one := range all {
		names = append(names, one.Info().Name)
	}
	return names
}

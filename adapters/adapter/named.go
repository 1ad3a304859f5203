package adapter

// Informed is what readers, writers and drivers have in common.
type Informed interface {
	// Info describes the CLI that the adapter is for.
	Info() Info
}

// Names returns the names of the CLIs that adapters are for, in their order.
func Names[T Informed](all []T) []string {
	var names []string
	for _, one := range all {
		names = append(names, one.Info().Name)
	}
	return names
}

package adapter

// Informed is what readers, writers and drivers have in common.
type Informed interface {
	// Info describes the CLI that the adapter is for.
	Info() Info
}

// Named returns the adapter of a CLI by the CLI's name, or the zero value when there is none.
func Named[T Informed](all []T, name string) T {
	for _, one := range all {
		if one.Info().Name == name {
			return one
		}
	}
	var none T
	return none
}

// Names returns the names of the CLIs that adapters are for, in their order.
func Names[T Informed](all []T) []string {
	var names []string
	for _, one := range all {
		names = append(names, one.Info().Name)
	}
	return names
}

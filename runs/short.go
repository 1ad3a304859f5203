package runs

import "stead/runs/dated"

// Short returns, by id, how people can name runs: by the random digits at an id's end where no other run of these has
// the same, else by the id.
func Short(all []Run) map[string]string {
	ids := make([]string, len(all))
	for i, r := range all {
		ids[i] = r.ID
	}
	return dated.Short(ids)
}

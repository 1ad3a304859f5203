package runs

import "stead/runs/dated"

// Short maps ids to short names of the runs: the random digits at the end of the id if they are unique among the given
// runs, or else the id.
func Short(all []Run) map[string]string {
	ids := make([]string, len(all))
	for i, r := range all {
		ids[i] = r.ID
	}
	return dated.Short(ids)
}

package ab

import "stead/runs"

// Undecided separates the runs of contests without a winner, whose copies still exist, from all other runs. A winner's
// session continues from its run's record, so a command that removes many runs keeps these.
func (f Folder) Undecided(all []runs.Run) (undecided, others []runs.Run, err error) {
	contests, err := f.All()
	if err != nil {
		return nil, nil, err
	}
	open := map[string]bool{}
	for _, c := range contests {
		open[c.Reference()] = c.Picked == nil && c.HasCopies()
	}
	for _, r := range all {
		if r.Part != nil && open[r.Part.Of] {
			undecided = append(undecided, r)
		} else {
			others = append(others, r)
		}
	}
	return undecided, others, nil
}

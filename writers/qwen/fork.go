package qwen

import "stead/timeline"

// forks tracks the entries at which branches begin.
type forks struct {
	// records maps these entries to their records.
	records map[string]string
	// noted are the entries of the next record.
	noted []string
}

func newForks(branches []timeline.Branch) *forks {
	f := &forks{records: map[string]string{}}
	for _, b := range branches {
		f.records[b.ParentID] = ""
	}
	return f
}

// note remembers an entry of the next record if a branch begins there.
func (f *forks) note(entry string) {
	if _, isFork := f.records[entry]; isFork {
		f.noted = append(f.noted, entry)
	}
}

// written sets the record of the noted entries.
func (f *forks) written(uuid string) {
	for _, entry := range f.noted {
		f.records[entry] = uuid
	}
	f.noted = nil
}

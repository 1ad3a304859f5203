package entry

import (
	"iter"

	"stead/timeline"
)

// Play yields the entries of all records, as join completes them in the order of the records. It reports whether the
// iteration continues: an error of the records ends it.
func Play[T any](records iter.Seq2[T, error], join func(T) []*timeline.Entry,
	yield func(*timeline.Entry, error) bool) bool {
	for r, err := range records {
		if err != nil {
			yield(nil, err)
			return false
		}
		for _, e := range join(r) {
			if !yield(e, nil) {
				return false
			}
		}
	}
	return true
}

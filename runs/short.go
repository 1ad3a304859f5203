package runs

// digits is the length of the random digits at the end of an id.
const digits = 4

// Short returns, by id, how people can name runs: by the random digits at an id's end where no other run of these has the same, else by
// the id.
func Short(all []Run) map[string]string {
	count := map[string]int{}
	for _, r := range all {
		count[ending(r.ID)]++
	}
	short := make(map[string]string, len(all))
	for _, r := range all {
		short[r.ID] = r.ID
		if end := ending(r.ID); count[end] == 1 {
			short[r.ID] = end
		}
	}
	return short
}

func ending(id string) string { return id[max(0, len(id)-digits):] }

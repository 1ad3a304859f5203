package recordtree

import "bytes"

// Order restores the order that records had in their file, because a stream has a record after its parent even if the
// file does not. The zero value is ready for use.
type Order struct {
	next int
	held map[int][]byte
}

// From says that the record of the given line comes first.
func (o *Order) From(line int) { o.next = line - 1 }

// Add takes the record of a line and writes the records that are next in order.
func (o *Order) Add(line int, record []byte, write func([]byte) error) error {
	if line > o.next+1 {
		if o.held == nil {
			o.held = map[int][]byte{}
		}
		o.held[line] = bytes.Clone(record)
		return nil
	}
	if err := write(record); err != nil {
		return err
	}
	o.next = max(o.next, line)
	return o.release(write)
}

func (o *Order) release(write func([]byte) error) error {
	for {
		record, ok := o.held[o.next+1]
		if !ok {
			return nil
		}
		delete(o.held, o.next+1)
		o.next++
		if err := write(record); err != nil {
			return err
		}
	}
}

// Flush writes all waiting records, because the records before them will not come any more.
func (o *Order) Flush(write func([]byte) error) error {
	for len(o.held) > 0 {
		first := 0
		for line := range o.held {
			if first == 0 || line < first {
				first = line
			}
		}
		o.next = first - 1
		if err := o.release(write); err != nil {
			return err
		}
	}
	return nil
}

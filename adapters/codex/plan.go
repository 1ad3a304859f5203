package codex

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// planCall converts a list of tasks to Codex's plan.
func planCall(in jsonl.Value) (Call, bool) {
	if !in.Get("items").IsArray() {
		return Call{}, false
	}
	o := timeline.NewObject(nil)
	for name, value := range jsonl.Members(in) {
		if string(name) == "items" {
			o.Raw("plan", renamedIn(value, "text", "step"))
		} else {
			o.Raw(string(name), value)
		}
	}
	return Call{Name: UpdatePlan, Arguments: o.End()}, true
}

// itemsOf gives the steps of a plan, which the table has renamed to items, their universal names.
func itemsOf(input []byte) []byte {
	o := timeline.NewObject(nil)
	for name, value := range jsonl.Members(input) {
		if string(name) == "items" {
			value = renamedIn(value, "step", "text")
		}
		o.Raw(string(name), value)
	}
	return o.End()
}

// renamedIn returns a list of objects with one member renamed. Anything that is not a list stays unchanged.
func renamedIn(list jsonl.Value, old, new string) jsonl.Value {
	if !list.IsArray() {
		return list
	}
	renamed := []byte{'['}
	for element := range jsonl.Elements(list) {
		if len(renamed) > 1 {
			renamed = append(renamed, ',')
		}
		if !element.IsObject() {
			renamed = append(renamed, element...)
			continue
		}
		renamed = timeline.AppendObject(renamed, func(o *timeline.Object) {
			for name, value := range jsonl.Members(element) {
				if string(name) == old {
					o.Raw(new, value)
				} else {
					o.Raw(string(name), value)
				}
			}
		})
	}
	return append(renamed, ']')
}

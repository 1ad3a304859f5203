package codex

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// planCall writes a list of tasks as Codex's plan.
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

// itemsOf gives the steps of a plan, which the table has made the items, their universal name.
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

// renamedIn returns a list of objects with a member of another name. What is no list stays as it is.
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

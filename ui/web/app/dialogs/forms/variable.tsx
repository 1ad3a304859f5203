import type { TemplatesVariable } from "../../api/client";
import { visible } from "../../values/visible";
import { Choice, Line, Lines, Tick } from "./fields";

/** The field for a template's variable, according to its type. */
export function Variable({ variable, value, type }: { variable: TemplatesVariable; value: string; type: (value: string) => void }) {
  const about = visible(variable.description ? `${variable.name}: ${variable.description}` : variable.name);
  const common = { label: about + (variable.required ? " (needed)" : ""), value, type, required: variable.required, empty: variable.default };
  if (variable.choices?.length) {
    const options = variable.choices.map((choice) => [choice, visible(choice)] as const);
    return <Choice label={common.label} value={value} options={variable.required || variable.default ? options : [["", "none"], ...options]} choose={type} />;
  }
  switch (variable.type) {
    case "bool":
      return (
        <Tick on={["yes", "true", "on", "1"].includes(value.toLowerCase())} set={(on) => type(on ? "yes" : "no")}>
          {common.label}
        </Tick>
      );
    case "number":
      return <Line {...common} kind="number" />;
    case "lines":
      return <Lines {...common} />;
    default:
      return <Line {...common} />;
  }
}

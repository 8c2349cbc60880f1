// The parts of ECharts that the page uses.
import * as echarts from "echarts/core";
import { CustomChart, ScatterChart } from "echarts/charts";
import { BrushComponent, DataZoomInsideComponent, GridComponent, TooltipComponent } from "echarts/components";
import { CanvasRenderer } from "echarts/renderers";
import { pageColours } from "./theme.js";

echarts.use([
  BrushComponent, CanvasRenderer, CustomChart, DataZoomInsideComponent, GridComponent, ScatterChart, TooltipComponent,
]);

export { echarts };

/// A chart's tooltips in the page's colours. @param formatter returns a tooltip's nodes
export function tooltipOf(formatter) {
  const { card, line, text } = pageColours();
  return { confine: true, formatter, backgroundColor: card, borderColor: line, textStyle: { color: text } };
}

// The parts of ECharts that the page uses.
import * as echarts from "echarts/core";
import { CustomChart, ScatterChart } from "echarts/charts";
import { BrushComponent, DataZoomInsideComponent, GridComponent, TooltipComponent } from "echarts/components";
import { CanvasRenderer } from "echarts/renderers";

echarts.use([
  BrushComponent, CanvasRenderer, CustomChart, DataZoomInsideComponent, GridComponent, ScatterChart, TooltipComponent,
]);

export { echarts };

import { CustomChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// Only what the kinds draw with: everything else of the library stays out of the download.
use([LineChart, CustomChart, GridComponent, CanvasRenderer]);

export { init };
